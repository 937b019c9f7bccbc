import { Link } from "@tanstack/react-router";
import { messages } from "../../messages/messages.ts";
import { buttonClasses } from "../../ui/buttons/button.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { paths } from "../paths.ts";

export function NotFound() {
  return (
    <Page title={messages.notFound.title} text={messages.notFound.text}>
      <div>
        <Link to={paths.home} className={buttonClasses()}>
          {messages.notFound.home}
        </Link>
      </div>
    </Page>
  );
}
