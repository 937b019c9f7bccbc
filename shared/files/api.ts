/** Uploads that a proxied call can use. */

export type { Uploads } from "./uploads/taken-upload.ts";
