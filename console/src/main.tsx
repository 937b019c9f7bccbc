import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadConfiguration } from "./api/configuration.ts";
import { queryClient } from "./api/query.ts";
import { router } from "./app/router.tsx";
import "./styles.css";
import { startAppearance } from "./theme/appearance.ts";
import { Toasts } from "./ui/toasts.tsx";

startAppearance();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
await loadConfiguration();
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Toasts>
          <RouterProvider router={router} />
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
