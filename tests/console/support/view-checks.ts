import { expect } from "vitest";
import type { TestService } from "../../support/test-service.ts";
import { foundInBothModes } from "./axe.ts";
import { fitsEverySize } from "./layout-facts.ts";
import { aViewWindow } from "./view-window.ts";
import type { View } from "./views.ts";

/** What has to hold of every place. One visit serves both questions. */
export interface ViewChecks {
  /** It is accessible, light and dark. */
  accessible(view: View): Promise<void>;
  /** It is well laid out at every size. */
  laidOut(view: View): Promise<void>;
}

export function viewChecks(service: TestService): ViewChecks {
  const viewWindow = aViewWindow(service);
  return {
    async accessible(view) {
      const { page, complaints } = await viewWindow.to(view);
      expect(await foundInBothModes(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
    async laidOut(view) {
      const { page, complaints } = await viewWindow.to(view);
      await fitsEverySize(page);
      expect(complaints).toEqual([]);
    },
  };
}
