import { RouterProvider } from '@tanstack/react-router';
import { start } from '../ui/start.tsx';
import { queryClient } from './api/query-client.ts';
import { router } from './router.tsx';
import '../styles/operator.css';

start(queryClient, <RouterProvider router={router} />);
