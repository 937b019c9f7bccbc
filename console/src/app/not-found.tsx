import { Link } from "@tanstack/react-router";
import { buttonClasses } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import { paths } from "./paths.ts";

export function NotFound() {
  return (
    <Page title={words.notFound.title} text={words.notFound.text}>
      <div>
        <Link to={paths.home} className={buttonClasses()}>
          {words.notFound.home}
        </Link>
      </div>
    </Page>
  );
}
