import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadConfiguration } from "./api/configuration.ts";
import { queryClient } from "./api/query.ts";
import { App } from "./app/app.tsx";
import "./styles.css";
import { startAppearance } from "./theme/appearance.ts";
import { Toasts } from "./ui/feedback/toasts.tsx";

// Without this, zod compiles schemas with `new Function`, which the page's policy forbids. Schemas read the setting when they are created,
// and zod itself loads with the first form.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
startAppearance();
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
await loadConfiguration();
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Toasts>
          <App />
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
