/** This machine, and the addresses where clouds issue credentials: no administrator's list allows these. */
const never = [
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "100.100.100.200",
  "192.0.0.192",
  "168.63.129.16",
];
/** Networks that aren't listed, and addresses that don't belong to a server. */
const unlisted = [
  "10.0.0.1",
  "172.16.5.4",
  "172.31.255.254",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.1.1",
  "198.18.0.1",
  "192.0.2.1",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
];

/** Returns the notations of an IPv4 address that programs accept. */
function spellings(address: string): readonly string[] {
  const parts = address.split(".").map(Number) as [number, number, number, number];
  const [a, b, c, d] = parts;
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const hex = (value: number, length = 0) => value.toString(16).padStart(length, "0");
  const high = hex((a << 8) | b);
  const low = hex((c << 8) | d);
  const fullWidth = address.replace(/[0-9.]/g, (letter) =>
    letter === "." ? "\u3002" : String.fromCodePoint(0xff10 + Number(letter)),
  );
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole, 8)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    `0${whole.toString(8)}`,
    parts.map((part) => `0x${hex(part)}`).join("."),
    parts.map((part) => `0${part.toString(8)}`).join("."),
    parts.map((part) => part.toString(8).padStart(8, "0")).join("."),
    `0x${hex(a)}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    fullWidth,
    address.replace(/\d/g, (digit) => `%3${digit}`),
    `public.example.com@${address}`,
    `public.example.com:x@${address}`,
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${address}]`,
    `[64:ff9b::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::]`,
  ];
}

/** Hosts that are never called, regardless of the networks that an administrator lists. */
export const hostsThatAreNeverCalled: readonly string[] = [
  ...never.flatMap(spellings),
  ...["localhost", "LOCALHOST", "localhost.", "LocalHost", "127.1", "127.0.1", "0", "0x0", "00", "0x7f.1", "①②⑦.0.0.1"],
  ...["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::0001]", "[fd00:ec2::254]", "[fd00:ec2::23]"],
  ...["[FD00:EC2::254]", "[fd00:0ec2:0:0:0:0:0:254]", "[ff02::1]", "[ff0e::1]", "[100::1]", "[2001:db8::1]"],
  ...["[64:ff9b:1::7f00:1]", "[64:ff9b:1::a9fe:a9fe]", "[3fff::1]", "[5f00::1]", "[fec0::1]", "[::ffff:0:127.0.0.1]"],
];

/** Hosts that are called only if an administrator lists their network; here no network is listed. */
export const hostsOfUnlistedNetworks: readonly string[] = [
  ...unlisted.flatMap(spellings),
  ...["[fc00::1]", "[fd12:3456::1]", "[fdff::1]", "[fe80::1]", "[febf::1]"],
];

/** Addresses that attackers' host names resolve to. */
export const addressesBehindNames: readonly string[] = [
  ...never,
  ...unlisted,
  "::1",
  "::",
  "fe80::1",
  "fc00::1",
  "fd00:ec2::254",
];
