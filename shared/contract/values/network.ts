import * as z from "zod";

/** An address or a network of addresses, as administrators write them. */
export const Network = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()], {
  error: "an address or a network is needed, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32",
});
