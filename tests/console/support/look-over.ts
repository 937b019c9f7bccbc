import { expect } from "vitest";
import type { House } from "../../support/house.ts";
import { foundInBothModes } from "./axe.ts";
import { fitsEverySize } from "./layout-facts.ts";
import type { Place } from "./places.ts";
import { aWalk } from "./walk.ts";

/** What has to hold of every place. One visit serves both questions. */
export interface LookOver {
  /** It is accessible, light and dark. */
  accessible(place: Place): Promise<void>;
  /** It is well laid out at every size. */
  laidOut(place: Place): Promise<void>;
}

export function lookOver(home: House): LookOver {
  const walk = aWalk(home);
  return {
    async accessible(place) {
      const { page, complaints } = await walk.to(place);
      expect(await foundInBothModes(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
    async laidOut(place) {
      const { page, complaints } = await walk.to(place);
      await fitsEverySize(page);
      expect(complaints).toEqual([]);
    },
  };
}
