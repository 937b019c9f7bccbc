import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** One build for object storage and for every path that the local runtime may serve it under: all addresses are relative. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  plugins: [react(), tailwindcss()],
  build: { target: "es2023", manifest: true, modulePreload: { polyfill: false }, emptyOutDir: true, reportCompressedSize: false },
});
