import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { layOut, type Release } from "../archive.ts";
import type { Platform } from "../platforms.ts";
import type { ShippedFile } from "../shipped-files.ts";
import { serviceHostName } from "./service-host.ts";

/** Never changes: by it, Windows knows that a package is another version of the same product. */
const upgradeCode = "7C1A2F52-3B0E-4B57-9A38-5D3C6E0B1F24";

/** True if the builder of installers is installed (Debian: wixl). */
export const canBuildInstaller = (): boolean => spawnSync("wixl", ["--version"], { stdio: "ignore" }).status === 0;

/**
 * Builds the Windows installer (MSI) in a folder and returns its path. It installs the files of the zip below Program Files and registers
 * the service, which it stops and deletes again. Needs wixl.
 */
export function windowsInstaller(platform: Platform, release: Release, folder: string): string {
  const workshop = mkdtempSync(join(folder, ".installer-"));
  try {
    const files = layOut(join(workshop, "files"), platform, release, workshop);
    // Names of files are relative to it.
    const source = join(workshop, "files/latchkey.wxs");
    writeFileSync(source, installerSource(files, release.version));
    const path = join(folder, `latchkey-${release.version}-${platform.name}.msi`);
    execFileSync("wixl", ["--arch", "x64", "--output", path, source], { stdio: ["ignore", "ignore", "inherit"] });
    return path;
  } finally {
    rmSync(workshop, { recursive: true });
  }
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: ShippedFile[];
}

/** Returns the description of the installer in the language of WiX. @throws Error if the files have no service host */
export function installerSource(files: readonly ShippedFile[], version: string): string {
  if (!files.some(({ name }) => name === serviceHostName)) throw new Error(`The files have no ${serviceHostName}.`);
  const top: Folder = { folders: new Map(), files: [] };
  for (const file of files) {
    const place = file.name
      .split("/")
      .slice(0, -1)
      .reduce<Folder>((folder, name) => {
        const inner: Folder = folder.folders.get(name) ?? { folders: new Map(), files: [] };
        folder.folders.set(name, inner);
        return inner;
      }, top);
    place.files.push(file);
  }
  const references = files.map(({ name }) => `<ComponentRef Id="c${idOf(name)}"/>`).join("\n      ");
  return `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="*" Name="Latchkey" Version="${version}" Manufacturer="Latchkey" Language="1033" UpgradeCode="${upgradeCode}">
    <Package InstallerVersion="500" Compressed="yes" InstallScope="perMachine"/>
    <MajorUpgrade DowngradeErrorMessage="A newer version of Latchkey is installed. Uninstall it first; its data stays."/>
    <Media Id="1" Cabinet="latchkey.cab" EmbedCab="yes"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramFiles64Folder">
        <Directory Id="INSTALLDIR" Name="Latchkey">
${contents(top, "")}
        </Directory>
      </Directory>
    </Directory>
    <Feature Id="Latchkey" Level="1">
      ${references}
    </Feature>
  </Product>
</Wix>
`;
}

function contents({ folders, files }: Folder, path: string): string {
  const own = files.map(component);
  const inner = [...folders].map(([name, folder]) => {
    const below = `${path}${name}/`;
    return `<Directory Id="d${idOf(below)}" Name="${name}">\n${contents(folder, below)}\n</Directory>`;
  });
  return [...own, ...inner].join("\n");
}

function component({ name }: ShippedFile): string {
  const id = idOf(name);
  const shortName = name.slice(name.lastIndexOf("/") + 1);
  const service = name === serviceHostName ? serviceElements : "";
  return `<Component Id="c${id}" Guid="${guidOf(name)}"><File Id="f${id}" Name="${shortName}" Source="${name}" KeyPath="yes"/>${service}</Component>`;
}

/** The installation doesn't start it: the settings, which name FileMaker Server, are missing. */
const serviceElements = `
<ServiceInstall Id="Service" Name="Latchkey" DisplayName="Latchkey" Type="ownProcess" Start="auto" ErrorControl="normal"
  Account="NT AUTHORITY\\LocalService" Arguments="run service" Description="Key-based access and management for FileMaker Server" Vital="yes"/>
<ServiceControl Id="ServiceEnds" Name="Latchkey" Stop="both" Remove="uninstall" Wait="yes"/>
`;

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");
const idOf = (name: string) => digestOf(name).slice(0, 24);

/** Returns the same GUID for the same path in every version. */
function guidOf(name: string): string {
  const digits = digestOf(`${upgradeCode} ${name}`).toUpperCase();
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `5${digits.slice(13, 16)}`,
    `A${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}
