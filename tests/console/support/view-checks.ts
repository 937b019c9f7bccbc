import { expect } from "vitest";
import type { TestService } from "../../support/test-service.ts";
import { foundInBothModes } from "./axe.ts";
import { fitsEverySize } from "./layout-facts.ts";
import { aViewWindow } from "./view-window.ts";
import type { View } from "./views.ts";

/** Requirements that every view must meet. One visit checks both. */
export interface ViewChecks {
  /** Expects that the view is accessible in light and dark mode. */
  accessible(view: View): Promise<void>;
  /** Expects that the view has a correct layout at every size. */
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
