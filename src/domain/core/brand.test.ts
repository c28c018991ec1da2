import { expect, test } from 'vitest'
import { brandOf, contrast, DARK_SURFACE, LIGHT_SURFACE, NEUTRAL_BLUE, SHAPE_CONTRAST, TEXT_CONTRAST } from './brand.ts'

/** Every colour of three digits, '#000' to '#FFF', written in full. */
const COLORS = Array.from(
  { length: 4096 },
  (_, at) => `#${at.toString(16).padStart(3, '0').replace(/./g, '$&$&').toUpperCase()}`,
)

test('COM-02 on each of 4,096 company colours text and rings have the contrast of WCAG', () => {
  const failures = COLORS.filter((color) => {
    const brand = brandOf(color)
    const texts = [
      contrast(brand.ink, brand.solid),
      contrast(brand.text, LIGHT_SURFACE),
      contrast(brand.text, brand.tint),
      contrast(brand.text_dark, DARK_SURFACE),
      contrast(brand.text_dark, brand.tint_dark),
    ]
    const areHex = Object.values(brand).every((value) => /^#[0-9A-F]{6}$/.test(value))
    return (
      !areHex || texts.some((ratio) => ratio < TEXT_CONTRAST) || contrast(brand.ring, LIGHT_SURFACE) < SHAPE_CONTRAST
    )
  })
  expect(failures).toEqual([])
})

test('COM-02 a colour with enough contrast does not change', () => {
  const kept = COLORS.map(brandOf)
  // The counts of the design: neither ink has enough contrast on 254 buttons, and white lacks it on 2,620.
  expect(COLORS.filter((color, at) => kept[at]?.solid !== color)).toHaveLength(254)
  expect(COLORS.filter((color, at) => kept[at]?.text !== color)).toHaveLength(2620)
})

test('COM-02 yellow, cyan and red become the shades of the visual language', () => {
  expect(brandOf('#FFD500')).toMatchObject({ solid: '#FFD500', ink: '#111827', text: '#8B7300', ring: '#175CD3' })
  expect(brandOf('#00B5E2')).toMatchObject({ solid: '#00B5E2', ink: '#111827', text: '#0080A1', ring: '#175CD3' })
  expect(brandOf('#e30613')).toMatchObject({ solid: '#E30613', ink: '#FFFFFF', text: '#E30613', ring: '#E30613' })
})

test('COM-02 an invalid colour becomes the neutral blue', () => {
  const neutral = brandOf(NEUTRAL_BLUE)
  for (const wrong of ['', 'rojo', '#FFF', '#12345G', 'FFD500', ' #FFD500', 'url(#x)'])
    expect(brandOf(wrong)).toEqual(neutral)
})

test('contrast is the one of WCAG', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
  expect(contrast('#111827', '#FFFFFF')).toBeCloseTo(17.7, 1)
  expect(contrast('#175CD3', '#FFFFFF')).toBeCloseTo(6.0, 1)
})
