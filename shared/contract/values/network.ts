import * as z from "zod";

/** Address or network, as administrators write it. */
export const Network = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()], {
  error: "must be an address or a network, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32",
});
