import * as z from 'zod/mini'
import { hexOf, hexOfLevels, linearRgbOf, oklchOf } from './oklch.ts'

/** The colours of a company, derived on the server from its `color_code` with enough contrast for text (WCAG 2.2). */
export const Brand = z.object({
  solid: z.string(),
  ink: z.string(),
  text: z.string(),
  text_dark: z.string(),
  tint: z.string(),
  tint_dark: z.string(),
  ring: z.string(),
})
export type Brand = z.output<typeof Brand>

/** The colour for a company without a valid colour. */
export const NEUTRAL_BLUE = '#0B5FFF'
export const LIGHT_SURFACE = '#FFFFFF'
export const DARK_SURFACE = '#182033'

/** WCAG 2.2: the minimum contrast of text (1.4.3) and of non-text elements (1.4.11). */
export const TEXT_CONTRAST = 4.5
export const SHAPE_CONTRAST = 3

const WHITE_INK = '#FFFFFF'
const DARK_INK = '#111827'
const RING = '#175CD3'
/** The change of each step, in OKLCH lightness. */
const STEP = 0.02
/** The largest share of the colour in a tint, in thousandths, and its decrease per step until text has enough contrast on it. */
const TINT_MAX = 100
const TINT_STEP = 5

/**
 * Derives the colours of a company from its `color_code`, so that text always has the contrast TEXT_CONTRAST: `ink` on
 * `solid`; `text` on white and on `tint`; `text_dark` on the dark surface and on `tint_dark`; `ring` around fields on white.
 * All are opaque '#RRGGBB'. An invalid colour becomes the neutral blue.
 */
export function brandOf(colorCode: string): Brand {
  const color = isHex(colorCode) ? colorCode.toUpperCase() : NEUTRAL_BLUE
  const solid = stepUntil(color, -STEP, (shade) => inkOn(shade) !== null)
  const text = stepUntil(color, -STEP, (shade) => readsOn(shade, LIGHT_SURFACE))
  const textDark = stepUntil(color, STEP, (shade) => readsOn(shade, DARK_SURFACE, mix(color, DARK_SURFACE, TINT_MAX)))
  return {
    solid,
    ink: inkOn(solid) ?? WHITE_INK,
    text,
    text_dark: textDark,
    tint: tintOf(color, LIGHT_SURFACE, text),
    tint_dark: tintOf(color, DARK_SURFACE, textDark),
    ring: contrast(color, LIGHT_SURFACE) >= SHAPE_CONTRAST ? color : RING,
  }
}

/** The contrast of two colours by WCAG 2.2, from 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

function luminance(hex: string): number {
  const [red, green, blue] = linearRgbOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const readsOn = (text: string, ...surfaces: string[]): boolean =>
  surfaces.every((surface) => contrast(text, surface) >= TEXT_CONTRAST)

/** White or dark ink, the one with enough contrast; null when both lack it. Never both: their own contrast is less than 4.5². */
const inkOn = (solid: string): string | null => [WHITE_INK, DARK_INK].find((ink) => readsOn(ink, solid)) ?? null

/** The first shade of the same hue that `isAccepted` accepts. It accepts black and white, so the loop ends. */
function stepUntil(color: string, step: number, isAccepted: (shade: string) => boolean): string {
  const { lightness, ...rest } = oklchOf(color)
  let shade = color
  for (let next = lightness + step; !isAccepted(shade); next += step) shade = hexOf({ ...rest, lightness: next })
  return shade
}

function tintOf(color: string, surface: string, text: string): string {
  let share = TINT_MAX
  while (share > 0 && !readsOn(text, mix(color, surface, share))) share -= TINT_STEP
  return mix(color, surface, share)
}

/** `thousandths` of a colour laid over a surface, as an opaque colour. */
function mix(color: string, surface: string, thousandths: number): string {
  const share = thousandths / 1000
  const [over, under] = [levelsOf(color), levelsOf(surface)]
  return hexOfLevels(over.map((level, at) => level * share + (under[at] ?? 0) * (1 - share)))
}

const levelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
