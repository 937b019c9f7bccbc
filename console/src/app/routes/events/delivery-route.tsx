import { useParams } from "@tanstack/react-router";
import { DeliveryPage } from "../../../features/deliveries/delivery-page.tsx";
import { deliveryMessages } from "../../../messages/english/events/deliveries.ts";
import { BackLink } from "../../page/back-link.tsx";
import { DeliveryLink } from "../../page/delivery-link.tsx";
import { paths } from "../../paths.ts";
import { SourceLink } from "./source-link.tsx";

export function DeliveryRoute() {
  const { id } = useParams({ from: paths.delivery });
  return (
    <DeliveryPage
      key={id}
      id={id}
      above={
        <BackLink
          to={paths.deliveries}
          search={{ source: id.slice(0, id.indexOf("_")) }}
          text={deliveryMessages.page.back}
        />
      }
      sourceLink={(source) => <SourceLink source={source} />}
      link={(other, name) => <DeliveryLink id={other}>{name}</DeliveryLink>}
    />
  );
}
