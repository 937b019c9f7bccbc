import { RouterProvider } from "@tanstack/react-router";
import { router } from "./router.tsx";

/** Everything behind the sign-in. */
export default function SignedIn() {
  return <RouterProvider router={router} />;
}
