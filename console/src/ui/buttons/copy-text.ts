import { messages } from "../../messages/messages.ts";
import { announce } from "../feedback/toasts.tsx";

/** Copies a text to the clipboard and announces it. Returns true on success. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The user may have denied access, and pages without HTTPS have no clipboard.
    announce(messages.copy.refused);
    return false;
  }
  announce(messages.copy.done);
  return true;
}
