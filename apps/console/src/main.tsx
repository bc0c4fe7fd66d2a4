import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { router } from './router.tsx';
import { start } from './ui/start.tsx';

start(queryClient, <RouterProvider router={router} />);
