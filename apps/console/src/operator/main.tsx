import '@fontsource-variable/schibsted-grotesk/wght.css';
import '@fontsource-variable/red-hat-mono/wght.css';
import '../styles/index.css';
import '../styles/operator.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Sprite } from '../ui/lenticel.tsx';
import { apply } from '../ui/preferences.ts';
import { queryClient } from './api/query-client.ts';
import { router } from './router.tsx';

apply();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the console');
createRoot(root).render(
  <StrictMode>
    <Sprite />
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
