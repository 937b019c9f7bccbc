import { useQuery } from "@tanstack/react-query";
import { configuration, serviceOrigin } from "../../api/configuration.ts";
import { reading } from "../../api/query.ts";
import { homeMessages } from "../../messages/english/installation/home.ts";
import { settingsMessages } from "../../messages/english/settings.ts";
import { messages } from "../../messages/messages.ts";
import { CopyIcon } from "../../ui/buttons/copy-button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";

const text = settingsMessages;

/** Release of this service, with links to its documentation. */
export function AboutPanel() {
  const information = useQuery(reading("GET /svc/api/info", {}));
  const { prefix, product } = configuration();
  const address = `${serviceOrigin()}/${prefix}`;
  const documentation = `/${prefix}/apidoc`;
  return (
    <Panel title={text.about} flush>
      {information.isPending && <Loading />}
      <ReadFailure reads={[information]} />
      {information.data && (
        <div className="max-w-xl p-4">
          <Facts
            facts={[
              [text.product, product],
              [text.version, information.data.service.version],
              [text.compatible, information.data.Otto.version],
              [
                text.address,
                <span key="address" className="inline-flex max-w-full items-center gap-1">
                  <code className="min-w-0 break-all font-mono text-sm">{address}</code>
                  <CopyIcon text={address} label={messages.copy.curlOf(text.address)} />
                </span>,
                "long",
              ],
              [homeMessages.server, information.data.FileMakerServer.version.long || homeMessages.notKnown],
            ]}
          />
          <p className="mt-4 flex gap-4 border-line border-t pt-4">
            <a className="inline-block text-accent leading-target underline underline-offset-2" href={documentation}>
              {text.documentation}
            </a>
            <a
              className="inline-block text-accent leading-target underline underline-offset-2"
              href={`${documentation}/errors`}
            >
              {text.errorsPage}
            </a>
          </p>
        </div>
      )}
    </Panel>
  );
}
