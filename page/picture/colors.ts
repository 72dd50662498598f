/** Colours of the picture: Okabe and Ito's, told apart by the colour-blind, on light and dark; and the
 *  materials that have them. */

import { type Material, MeshLambertMaterial, MeshStandardMaterial } from "three";

const LIGHT = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#6a5acd"];
const DARK = ["#4ba3d9", "#f58a4b", "#35c39b", "#e29cc3", "#86cdf7", "#f2bd45", "#a89bf0"];

/** The first colour of forces; bodies begin with the one before it. */
export const FORCES = 1;

export interface Theme {
  dark: boolean;
  background: string;
  ink: string;
  faint: string;
  steel: string;
  cycle: string[];
  /** Whether materials are as simple as can be, for those who draw slowly. */
  plain: boolean;
}

export const THEMES: Record<"light" | "dark", Theme> = {
  light: {
    dark: false,
    background: "#f7f8fa",
    ink: "#22272e",
    faint: "#c9ced6",
    steel: "#7d8794",
    cycle: LIGHT,
    plain: false,
  },
  dark: {
    dark: true,
    background: "#14181d",
    ink: "#e6e9ee",
    faint: "#39424e",
    steel: "#9aa5b3",
    cycle: DARK,
    plain: false,
  },
};

/** What the reader's system asks for. */
export function theme(): Theme {
  return THEMES[matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"];
}

/** A place in the cycle of colours; -1 is ink. */
export function color(of: Theme, place: number): string {
  return place < 0 ? of.ink : of.cycle[place % of.cycle.length];
}

/** A material; `glow` is how much of its colour needs no light. */
export function matter(of: Theme, ink: string, roughness: number, metalness = 0, glow = 0): Material {
  const own = { color: ink, emissive: ink, emissiveIntensity: glow };
  return of.plain ? new MeshLambertMaterial(own) : new MeshStandardMaterial({ ...own, roughness, metalness });
}
