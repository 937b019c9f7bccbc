import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { render } from "vitest-browser-react";

/** Renders a component on a separate page, as required by dialogs that ask before they are closed. */
export async function shown(part: ReactNode, queryClient = new QueryClient()) {
  const routeTree = createRootRoute({
    component: () => <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>,
  });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  return render(<RouterProvider router={createRouter({ routeTree, history })} />);
}
