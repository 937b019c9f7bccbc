import { Link } from "@tanstack/react-router";
import { buttonClasses } from "../ui/button.tsx";
import { browserWords } from "../words/browser.ts";
import { paths } from "./paths.ts";

/** The way to the agents, from where one is missed. */
export function AgentsLink() {
  return (
    <Link to={paths.settings} params={{ part: "agents" }} className={buttonClasses()}>
      {browserWords.toAgents}
    </Link>
  );
}
