import { formIn } from "../../http/form-in.ts";
import { missingParameter } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";

const access = "root";

/** Reads the license, installs a license certificate, and renews the license from the shop. */
export const licenseOperations: readonly AdminOperation[] = [
  {
    method: "GET",
    path: "/license/info",
    access,
    run: ({ host }) => ({ ...host.world.server.license }),
  },
  {
    method: "PATCH",
    path: "/license/new",
    access,
    async run({ host, request, body }) {
      const { files } = await formIn(request.message.headers, body);
      if (files.get("licensecert") === undefined) throw missingParameter("licensecert");
      // The content of a certificate can't be read; a new one is valid for another year.
      host.world.server.license = { ...host.world.server.license, Expiration_Time: aYearFrom(host.clock.now()) };
      return {};
    },
  },
  { method: "PATCH", path: "/license/syncup", access, run: () => ({}) },
];

function aYearFrom(now: number): string {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}
