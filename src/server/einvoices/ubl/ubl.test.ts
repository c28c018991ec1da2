import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money, plus, sum } from '#domain/core/money.ts'
import type { FrozenDocument, FrozenLine } from '#domain/einvoices/document.ts'
import { issuedTime } from '#domain/einvoices/document-text.ts'
import { type UblHeader, ublCodeText, ublOf } from '#domain/einvoices/ubl.ts'
import { CHILDREN } from '#test/ubl-order.ts'
import { documentCode } from '../document-code.ts'
import { xmlOf } from './xml.ts'

const line = (base: number, vat: number, changes: Partial<FrozenLine> = {}): FrozenLine => ({
  code: 'plan',
  description: 'Hogar 100',
  quantity: 1,
  base: money(base),
  vat_treatment: 'gravado',
  vat_bps: 1900,
  vat: money(vat),
  total: plus(money(base), money(vat)),
  ...changes,
})

const LINES = [
  line(150_000_000, 28_500_000),
  line(30_000_00, 0, { vat_treatment: 'exento', vat_bps: 0, description: 'Plan <social> & "más"\u0001' }),
  line(20_000_00, 0, { vat_treatment: 'excluido', vat_bps: 0, quantity: 3 }),
]

function documentOf(lines: FrozenLine[], changes: Partial<FrozenDocument> = {}): FrozenDocument {
  const subtotal = sum(lines.map(({ base }) => base))
  const vat = sum(lines.map((one) => one.vat))
  return {
    kind: 'invoice',
    reference: 'AF-1-1a2b3c4d',
    number: 'AF-1',
    issued_on: day('2026-11-20'),
    due_on: day('2026-12-05'),
    period: { from_on: day('2026-11-01'), to_on: day('2026-11-30') },
    range_id: '-1',
    buyer: {
      document_code: '31',
      identification: '800199436',
      check_digit: '4',
      is_company: true,
      name: 'Compañía Ñandú S.A.S.',
      email: 'pagos@nandu.test',
      phone: '3001234567',
      address: 'Calle 10 # 4-20',
      municipality_code: '05001',
    },
    lines,
    subtotal,
    vat,
    total: plus(subtotal, vat),
    note: null,
    ...changes,
  }
}

const HEADER: UblHeader = {
  issuer: {
    nit: '700085371',
    check_digit: '1',
    name: 'Andina',
    email: null,
    phone: null,
    address: 'Carrera 7 # 12-20',
    place: { municipality_code: '05001', city: 'Medellín', department: 'Antioquia' },
    is_vat_responsible: true,
    responsibilities: ['O-15', 'O-47'],
  },
  buyer_place: { municipality_code: '05001', city: 'Medellín', department: 'Antioquia' },
  environment: 'production',
  number: '323200000129',
  prefix: '3232',
  issued_date: day('2019-01-16'),
  issued_time: '10:53:10-05:00',
  resolution: {
    number: '18760000001',
    starts_on: day('2019-01-01'),
    ends_on: day('2020-01-01'),
    from: 1,
    to: 5_000_000,
  },
  corrected: null,
}
const SECRET = { technical_key: '693ff6f2a553c3646a063436fd4dd9ded0311471', pin: '12301' }

const NOTE = documentOf(LINES.slice(0, 1), {
  kind: 'credit_note',
  due_on: null,
  period: null,
  note: { concept_code: '2', reason: 'Anulación', invoice_number: 'SETP1' },
})
const NOTE_HEADER: UblHeader = {
  ...HEADER,
  resolution: null,
  corrected: { number: 'SETP1', cufe: 'a'.repeat(96), issued_date: day('2019-01-10') },
}

const textOf = (document: FrozenDocument, header: UblHeader): string =>
  xmlOf(ublOf(document, header, documentCode(ublCodeText(document, header, SECRET)))).toString('utf8')

type Element = { name: string; children: Element[]; text: string }

/** The elements of a document in their order. */
function elementsOf(xml: string): Element[] {
  const parser = new XMLParser({ preserveOrder: true, ignoreDeclaration: true, parseTagValue: false })
  const read = (nodes: unknown): Element[] =>
    Array.isArray(nodes)
      ? nodes.flatMap((node: object) =>
          Object.entries(node)
            .filter(([name]) => name !== ':@' && name !== '#text')
            .map(([name, inner]) => ({ name, children: read(inner), text: ownText(inner) })),
        )
      : []
  return read(parser.parse(xml))
}

const ownText = (nodes: unknown): string =>
  Array.isArray(nodes) ? nodes.map((node: object) => ('#text' in node ? String(node['#text']) : '')).join('') : ''

/** The places where the children of an element are not those of the schema, or not in its order. */
function disorders({ name, children }: Element): string[] {
  const allowed = CHILDREN[name]
  const own = children.map((child) => child.name)
  if (own.length === 0) return []
  if (!allowed) return [`${name} is not in the list`]
  const places = own.map((child) => allowed.indexOf(child))
  const wrong = own.filter((_, index) => places[index] === -1 || (places[index] ?? 0) < (places[index - 1] ?? 0))
  return [...wrong.map((child) => `${name} > ${child}`), ...children.flatMap(disorders)]
}

test('EIN-04 la factura y la nota en UBL 2.1 son XML bien formado, con cada elemento en el orden del esquema', () => {
  const discount = line(-500_00, -95_00, { description: 'Compensación' })
  for (const [document, header] of [
    [documentOf(LINES), HEADER],
    [documentOf([...LINES.slice(1), discount]), HEADER],
    [NOTE, NOTE_HEADER],
  ] as const) {
    const xml = textOf(document, header)
    expect(XMLValidator.validate(xml)).toBe(true)
    const [root, ...others] = elementsOf(xml)
    if (!root) throw new Error('the document is empty')
    expect(others).toEqual([])
    expect(disorders(root)).toEqual([])
  }
})

test('EIN-04 el CUFE del archivo es el del ejemplo de la DIAN, y el código cambia con cualquier valor', () => {
  const official = documentOf([line(150_000_000, 28_500_000)])
  const code = documentCode(ublCodeText(official, HEADER, SECRET))
  expect(code).toBe('8bb918b19ba22a694f1da11c643b5e9de39adf60311cf179179e9b33381030bcd4c3c3f156c506ed5908f9276f5bd9b4')
  expect(textOf(official, HEADER)).toContain(code)
  const later = documentCode(ublCodeText(official, { ...HEADER, issued_time: '10:53:11-05:00' }, SECRET))
  expect(later).not.toBe(code)
  const other = documentCode(ublCodeText(NOTE, NOTE_HEADER, { ...SECRET, pin: '99999' }))
  expect(other).not.toBe(documentCode(ublCodeText(NOTE, NOTE_HEADER, SECRET)))
})

test('EIN-06 la línea excluida no lleva TaxTotal y la exenta lleva tarifa 0.00', () => {
  const [root] = elementsOf(textOf(documentOf(LINES), HEADER))
  const lines = root?.children.filter(({ name }) => name === 'cac:InvoiceLine') ?? []
  const taxes = lines.map(({ children }) => children.find(({ name }) => name === 'cac:TaxTotal'))
  expect(taxes.map((tax) => tax !== undefined)).toEqual([true, true, false])
  expect(JSON.stringify(taxes[1])).toContain('"text":"0.00"')
})

test('EIN-04 los textos de un cliente no rompen el archivo ni cambian su forma', () => {
  const xml = textOf(documentOf(LINES), HEADER)
  expect(xml).toContain('Plan &lt;social&gt; &amp;')
  expect(xml).not.toContain('\u0001')
  const lone = documentOf([line(100_00, 19_00, { description: `Plan \ud800` })])
  expect(textOf(lone, HEADER)).not.toContain('\ud800')
})

test('EIN-04 la hora del documento es la de Colombia, con su diferencia', () => {
  expect(issuedTime(new Date('2019-01-16T15:53:10Z'))).toBe('10:53:10-05:00')
  expect(issuedTime(new Date('2019-01-16T05:00:00Z'))).toBe('00:00:00-05:00')
})
