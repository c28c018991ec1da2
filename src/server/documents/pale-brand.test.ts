import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { brandOf, contrast, LIGHT_SURFACE, TEXT_CONTRAST } from '#domain/core/brand.ts'
import { drawLetterhead } from './letterhead.ts'
import { renderEmail } from './mail.ts'
import { makePdf } from './pdf.ts'

const PALE = ['#FFFFFF', '#FFFEF8', '#FFFF00', '#E0F7FA', '#FFD500', '#F8BBD0']

/** The colours of the texts of a PDF, in their order, as '#RRGGBB'. */
function textColours(file: Buffer): string[] {
  const raw = file.toString('latin1')
  const found: string[] = []
  for (const { index, 0: head } of raw.matchAll(/stream\r?\n/g)) {
    let content = ''
    try {
      content = inflateSync(file.subarray(index + head.length, raw.indexOf('endstream', index))).toString('latin1')
    } catch {
      continue
    }
    let fill = '#000000'
    for (const [, levels] of content.matchAll(/([\d.]+ [\d.]+ [\d.]+) (?:scn|rg)\b|\] TJ/g))
      if (levels === undefined) found.push(fill)
      else fill = hexOf(levels.split(' ').map(Number))
  }
  return found
}

const hexOf = (levels: readonly number[]): string =>
  `#${levels
    .map((level) =>
      Math.round(level * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`.toUpperCase()

test.each(PALE)('COM-02 con el color %s de la empresa cada texto del membrete de un PDF se lee', async (color_code) => {
  const company = {
    name: 'Andina Fibra S.A.S.',
    nit: '901234567-7',
    initial_letter: 'AF',
    color_code,
    logo_url: null,
    address: 'Carrera 49 # 50-22',
    city: 'Marinilla',
    phone: '6045550199',
    email: 'pagos@andina.test',
    website_url: null,
  }
  const about = { title: 'Cuenta de cobro', author: company.name, createdAt: new Date(0) }
  const file = await makePdf(about, (sheet) => void drawLetterhead(sheet, company, null, 'Cuenta de cobro', ['AF-1']))
  const [initials = '', ...texts] = textColours(file)
  expect(texts.length).toBeGreaterThan(4)
  expect(contrast(initials, brandOf(color_code).solid)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
  for (const text of texts) expect([text, contrast(text, LIGHT_SURFACE) >= TEXT_CONTRAST]).toEqual([text, true])
})

test.each(PALE)('COM-02 con el color %s de la empresa cada texto de un correo se lee', (color_code) => {
  const { html } = renderEmail(
    'Andina Fibra S.A.S.',
    'Tu factura AF-1',
    [
      { kind: 'text', text: 'Hola, Yenny.' },
      { kind: 'amount', text: '$ 79.900,00' },
      { kind: 'code', text: '123456' },
      { kind: 'link', text: 'Pagar', url: 'https://portal.andina.test/factura/x' },
    ],
    brandOf(color_code),
  )
  const styles = [...html.matchAll(/style="([^"]*)"/g)].map(([, style = '']) => style)
  const ofText = styles.filter((style) => /(?:^|;)color:/.test(style))
  expect(ofText).toHaveLength(4)
  for (const style of ofText) {
    const text = /(?:^|;)color:(#[\da-f]{6})/i.exec(style)?.[1] ?? ''
    const under = /background:(#[\da-f]{6})/i.exec(style)?.[1] ?? LIGHT_SURFACE
    expect([style, contrast(text, under) >= TEXT_CONTRAST]).toEqual([style, true])
  }
})
