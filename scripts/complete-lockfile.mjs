// Adds optional platform packages to package-lock.json that `npm install` omitted because the registry doesn't serve them. Without them,
// `npm ci` rejects the lockfile (EUSAGE, "Missing: … from lock file"). Run after every `npm install`: npm run lock
import { readFileSync, writeFileSync } from "node:fs";

const platforms = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = ["arm64", "arm", "x64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32"];

const lockfile = JSON.parse(readFileSync("package-lock.json", "utf8"));
const { packages } = lockfile;
let added = 0;

for (const [holder, { optionalDependencies = {}, dev = false }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const nested = holder === "" ? undefined : `${holder}/node_modules/${name}`;
    if (packages[`node_modules/${name}`] || (nested && packages[nested])) continue;
    packages[`node_modules/${name}`] = { version, ...platformOf(name), ...(dev && { dev }), optional: true };
    added += 1;
  }
}

lockfile.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync("package-lock.json", `${JSON.stringify(lockfile, null, 2)}\n`);
console.log(`${added} optional platform packages added to package-lock.json`);

function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = platforms.find((platform) => words.includes(platform));
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = words.includes("musl") ? "musl" : words.includes("gnu") ? "glibc" : undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}
