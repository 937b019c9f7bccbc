import { messages } from "../../messages/messages.ts";
import { announce } from "../feedback/toasts.tsx";

/** Puts a text into the clipboard and says so. Answers whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The user may have refused, and a page without https has no clipboard at all.
    announce(messages.copy.refused);
    return false;
  }
  announce(messages.copy.done);
  return true;
}
