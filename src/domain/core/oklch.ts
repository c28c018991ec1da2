/** A colour in OKLCH: lightness 0 to 1, chroma from 0 on, hue in radians. */
export type Oklch = { lightness: number; chroma: number; hue: number }

type LinearRgb = readonly [number, number, number]

/** The red, green and blue of '#RRGGBB' as linear light, each 0 to 1 (without the sRGB gamma). */
export function linearRgbOf(hex: string): LinearRgb {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const level = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4
  })
  return [red ?? 0, green ?? 0, blue ?? 0]
}

/** '#RRGGBB' → OKLCH. The matrices are Björn Ottosson's (https://bottosson.github.io/posts/oklab/). */
export function oklchOf(hex: string): Oklch {
  const [r, g, b] = linearRgbOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, c),
    hue: Math.atan2(c, a),
  }
}

/** OKLCH → '#RRGGBB'. A colour outside sRGB keeps its lightness and hue; its chroma is reduced to the largest one inside sRGB. */
export function hexOf(color: Oklch): string {
  const displayed = isDisplayable(lightFrom(color)) ? color : { ...color, chroma: largestChroma(color) }
  return hexOfLevels(lightFrom(displayed).map(levelOf))
}

/** Levels 0 to 255 → '#RRGGBB', clamped and rounded. */
export const hexOfLevels = (levels: readonly number[]): string =>
  `#${levels
    .map((level) =>
      Math.round(Math.min(255, Math.max(0, level)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`.toUpperCase()

const isDisplayable = (light: LinearRgb): boolean => light.every((part) => part >= -0.0001 && part <= 1.0001)

function largestChroma(color: Oklch): number {
  let inside = 0
  let outside = color.chroma
  for (let halving = 0; halving < 20; halving += 1) {
    const chroma = (inside + outside) / 2
    if (isDisplayable(lightFrom({ ...color, chroma }))) inside = chroma
    else outside = chroma
  }
  return inside
}

function lightFrom({ lightness, chroma, hue }: Oklch): LinearRgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function levelOf(light: number): number {
  const part = Math.min(1, Math.max(0, light))
  return 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
}
