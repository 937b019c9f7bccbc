import { RouterProvider } from "@tanstack/react-router";
import { router } from "./router.tsx";

/** Everything that requires a signed-in user. */
export default function SignedIn() {
  return <RouterProvider router={router} />;
}
