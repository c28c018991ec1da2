import { afterAll, expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'
import { casePdf, type Drawn } from './drawing.ts'

const t = testApp()
afterAll(() => t.setNow(null))

const ISSUER = {
  name: 'Conexión Andina S.A.S.',
  nit: '900123456-8',
  initial_letter: 'CA',
  color_code: '#1d4ed8',
  logo_url: null,
  address: 'Calle 10 # 5-20',
  city: 'Medellín',
  phone: '6041234567',
  email: 'pqr@andina.test',
  website_url: null,
}
const WORDS = 'El servicio se interrumpió varias veces en la noche y nadie pudo trabajar. '

/** The lines of a page between the letterhead and its foot. */
const bodyOf = (page: string): string[] => {
  const lines = page.split('\n').filter((line) => line !== '')
  const foot = lines.findIndex((line) => line.startsWith('Atención y PQR'))
  return lines.slice(0, foot).filter((line) => !line.startsWith('Página '))
}

/** What is wrong where the pages of a document are divided: a text of `texts` with one line on a page, a heading or an author without its text. */
async function wrongBreaks(drawn: Omit<Drawn, 'createdAt'>, texts: readonly string[]): Promise<string[]> {
  const pdf = readPdf(await casePdf(ISSUER, null, { ...drawn, createdAt: '2026-11-20T15:00:00.000Z' }))
  const bodies = pdf.pageTexts.map(bodyOf)
  const wrong: string[] = []
  const isAlone = drawn.blocks.filter(({ kind }) => kind === 'heading' || kind === 'entry').map(({ text }) => text)
  for (const [at, body] of bodies.entries()) {
    if (isAlone.includes(body.at(-1) ?? '')) wrong.push(`page ${at + 1} ends with ${body.at(-1)}`)
    for (const mark of texts) {
      const count = (lines: readonly string[]) => lines.filter((line) => line.startsWith(mark)).length
      if (count(body) === 1 && bodies.reduce((all, one) => all + count(one), 0) > 1)
        wrong.push(`page ${at + 1} has one line of ${mark}`)
    }
  }
  if (bodies.length > 1 && (bodies.at(-1)?.length ?? 0) < 2) wrong.push('the last page has one line')
  return wrong
}

/** A text of `count` lines, each of which begins with its mark. */
const linesOf = (mark: string, count: number): string => Array.from({ length: count }, () => `${mark} línea`).join('\n')

test('PQR-01 PQR-05 PQR-07 ninguna página de una constancia, una respuesta o un expediente empieza o termina con una sola línea de un texto', async () => {
  const wrong: string[] = []
  for (let count = 1; count <= 60; count += 1) {
    const blocks: Drawn['blocks'] = [
      { kind: 'heading', text: 'Lo que se radicó' },
      { kind: 'text', text: linesOf('AAA', count) },
      { kind: 'heading', text: 'Actuaciones' },
      { kind: 'entry', text: '20 de noviembre de 2026 · Yenny' },
      { kind: 'text', text: linesOf('BBB', 4) },
      { kind: 'entry', text: '21 de noviembre de 2026 · Carlos' },
      { kind: 'text', text: linesOf('CCC', 2) },
      { kind: 'text', text: 'Respondió: Carlos.' },
    ]
    const found = await wrongBreaks({ title: 'Expediente', facts: [], blocks }, ['AAA', 'BBB', 'CCC'])
    wrong.push(...found.map((one) => `${count}: ${one}`))
  }
  expect(wrong).toEqual([])
})

test('PQR-07 un párrafo largo se divide entre dos páginas con dos líneas o más en cada una, y no deja media hoja en blanco', async () => {
  let divided = 0
  for (let count = 1; count <= 40; count += 3) {
    const blocks: Drawn['blocks'] = [
      { kind: 'text', text: linesOf('AAA', count) },
      { kind: 'text', text: WORDS.repeat(18) },
      { kind: 'text', text: linesOf('BBB', 50) },
    ]
    const drawn = { title: 'Expediente', facts: [], blocks, createdAt: '2026-11-20T15:00:00.000Z' }
    const bodies = readPdf(await casePdf(ISSUER, null, drawn)).pageTexts.map(bodyOf)
    const counts = bodies
      .slice(0, 2)
      .map((body) => body.filter((line) => /servicio|interrumpió|varias|noche|nadie|pudo|trabajar/.test(line)).length)
    expect([count, counts.includes(1)]).toEqual([count, false])
    if (counts.every((one) => one > 0)) divided += 1
    const [lines = []] = bodies
    expect([count, lines.length > 30]).toEqual([count, true])
  }
  expect(divided).toBeGreaterThan(1)
})

test('PQR-07 R3.8 cada página del expediente dice cuál es y de cuántas, también en la SIC', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, filed } = await filedCase(t, await t.company(), { text: WORDS.repeat(130) })
  const params = { id: filed.id }
  for (let count = 0; count < 4; count += 1) await by.call(pqrApi.message, { params, body: { text: WORDS.repeat(60) } })
  const { pages, pageTexts } = readPdf((await by.ask(pqrApi.pdf, { params })).bytes)
  expect(pages).toBeGreaterThan(3)
  expect(pageTexts.map((text) => /Página \d+ de \d+/.exec(text)?.[0])).toEqual(
    Array.from({ length: pages }, (_, at) => `Página ${at + 1} de ${pages}`),
  )
  const receipt = readPdf((await by.ask(pqrApi.constancia, { params })).bytes)
  expect(receipt.text).not.toContain('Página ')
})
