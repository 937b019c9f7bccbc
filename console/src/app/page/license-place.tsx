import { Link } from "@tanstack/react-router";
import { callerText } from "../../messages/caller-text.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import { paths } from "../paths.ts";

const LicensePanel = lazyPart(() => import("../../features/license/license-panel.tsx"));

/** License of FileMaker Server, with links to the keys that use its allowance. Loads after the rest of the page. */
export function LicensePlace() {
  return <LicensePanel keyLink={keyLink} />;
}

function keyLink(key: string) {
  const [kind, id] = key.split(":");
  if (kind !== "data-key" || id === undefined) return callerText(key);
  return (
    <Link to={paths.key} params={{ id }} className="underline-offset-2 hover:underline">
      {callerText(key)}
    </Link>
  );
}
