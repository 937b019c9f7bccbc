import { words } from "../words/words.ts";
import { announce } from "./toasts.tsx";

/** Puts a text into the clipboard and says so. Answers whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The person may have said no, and a page without https has no clipboard at all.
    announce(words.copy.refused);
    return false;
  }
  announce(words.copy.done);
  return true;
}
