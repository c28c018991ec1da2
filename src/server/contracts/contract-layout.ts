import type { ContractBlock, ContractSheet } from '#domain/contracts/contract-sections.ts'
import { linesOf, type TextLine } from '#server/documents/text-lines.ts'

/** The paper of 216 by 279 mm that Colombian printers use, in points. */
export const CONTRACT_PAGE = { width: 612, height: 792, margin: 30 } as const
const GUTTER = 16
export const COLUMN_WIDTH = (CONTRACT_PAGE.width - CONTRACT_PAGE.margin * 2 - GUTTER) / 2
/** The pages of the contract of the CRC. */
const PAGES = 2
/** The sizes of the text, from the largest: the first with which the contract fits in its pages. */
const SIZES = [9, 8.6, 8.2, 7.8, 7.4, 7, 6.6, 6.2] as const
const LEADING = 1.2

/** A part of the contract with its lines, before it has a position. The y of a line is from the top of the part. */
type Part =
  | { kind: 'heading'; lines: FlowLine[]; height: number }
  | { kind: 'text'; lines: FlowLine[]; height: number }
  | { kind: 'table'; rows: { isHeader: boolean; lines: FlowLine[] }[][]; height: number }
type FlowLine = TextLine & { x: number; y: number; size: number; bold: boolean }

/** A part at its place: the page from 0, and the left top corner in points. */
export type PlacedPart = Part & { page: number; left: number; top: number }
export type Flow = {
  parts: PlacedPart[]
  pages: number
  size: number
  end: { page: number; left: number; top: number }
}

/**
 * The positions of a contract in two columns. The text has the largest size with which the contract and the `tail` points of its
 * signature fit in two pages; with the smallest size, it may use more. `tops`: where the columns of the first and of the other pages begin.
 */
export function flowOf(
  { sections }: ContractSheet,
  { tops, bottom, tail }: { tops: { first: number; others: number }; bottom: number; tail: number },
): Flow {
  for (const size of SIZES) {
    const parts = sections.flatMap(({ heading, blocks }) => [
      ...(heading === null ? [] : [headingOf(heading, size)]),
      ...blocks.map((block) => partOf(block, size)),
    ])
    const flow = placed(parts, { tops, bottom, tail, size })
    if (flow.pages <= PAGES || size === SIZES.at(-1)) return flow
  }
  throw new Error('a contract needs a text size')
}

function placed(
  parts: readonly Part[],
  { tops, bottom, tail, size }: { tops: { first: number; others: number }; bottom: number; tail: number; size: number },
): Flow {
  let page = 0
  let column = 0
  let top = tops.first
  const next = (): void => {
    column += 1
    if (column === 2) {
      column = 0
      page += 1
    }
    top = page === 0 ? tops.first : tops.others
  }
  const leftOf = (): number => CONTRACT_PAGE.margin + column * (COLUMN_WIDTH + GUTTER)
  const isAtTop = (): boolean => top === (page === 0 ? tops.first : tops.others)
  const result = parts.map((part, index): PlacedPart => {
    // A heading stays with the whole part that follows it: a part is not divided between two columns.
    const needed = part.kind === 'heading' ? part.height + (parts[index + 1]?.height ?? 0) : part.height
    if (top + needed > bottom && !isAtTop()) next()
    const at = { page, left: leftOf(), top }
    top += part.height
    return { ...part, ...at }
  })
  if (top + tail > bottom) next()
  return { parts: result, pages: page + 1, size, end: { page, left: leftOf(), top } }
}

function headingOf(heading: string, size: number): Part {
  const lines = linesOf(heading, COLUMN_WIDTH - 10, { size: size + 0.6, bold: true })
  const step = (size + 0.6) * LEADING
  return {
    kind: 'heading',
    lines: lines.map((line, index) => ({ ...line, x: 5, y: 4.5 + index * step, size: size + 0.6, bold: true })),
    height: lines.length * step + 8,
  }
}

function partOf(block: ContractBlock, size: number): Part {
  switch (block.kind) {
    case 'boxes':
      return textPart(
        block.boxes.map(({ label, isChecked }) => ({ mark: isChecked ? '[X]' : '[  ]', text: label })),
        size,
      )
    case 'steps':
      return textPart(
        block.steps.map((text, index) => ({ mark: `${index + 1}.`, text })),
        size,
      )
    case 'facts':
      return tablePart(
        block.facts.map(({ label, value }) => [
          { text: `${label}:`, isHeader: true },
          { text: value, isHeader: false },
        ]),
        [0.44, 0.56],
        size,
      )
    case 'table':
      return monthsPart(block.rows, size)
    default:
      return textPart([{ mark: '', text: block.text }], size)
  }
}

const GAP = 3

/** Paragraphs one below the other, each with a mark before it: the number of a step, or a box. */
function textPart(items: readonly { mark: string; text: string }[], size: number): Part {
  const step = size * LEADING
  const lines: FlowLine[] = []
  let y = 0
  for (const { mark, text } of items) {
    const indent = mark === '' ? 0 : mark.startsWith('[') ? size * 1.9 : size * 1.4
    if (mark !== '')
      lines.push(...linesOf(mark, indent + size, { size, bold: true }).map((line) => at(line, 0, y, size, true)))
    for (const line of linesOf(text, COLUMN_WIDTH - indent, { size })) {
      lines.push(at(line, indent, y, size, false))
      y += step
    }
  }
  return { kind: 'text', lines, height: y + GAP }
}

const at = (line: TextLine, x: number, y: number, size: number, bold: boolean): FlowLine => ({
  ...line,
  x,
  y,
  size,
  bold,
})

/** A table whose columns have these shares of the width. */
function tablePart(
  rows: readonly (readonly { text: string; isHeader: boolean }[])[],
  shares: readonly number[],
  size: number,
): Part {
  const step = size * LEADING
  let y = 0
  const drawn = rows.map((row) => {
    let x = 0
    const cells = row.map(({ text, isHeader }, column) => {
      const width = (shares[column] ?? 0) * COLUMN_WIDTH
      const lines = linesOf(text, width - 4, { size, bold: isHeader }).map((line, index) =>
        at(line, x, y + index * step, size, isHeader),
      )
      x += width
      return { isHeader, lines }
    })
    y += Math.max(...cells.map(({ lines }) => lines.length)) * step
    return cells
  })
  return { kind: 'table', rows: drawn, height: y + GAP }
}

/** A long table of two columns is drawn in two halves, side by side. */
function monthsPart(rows: readonly (readonly string[])[], size: number): Part {
  const [header = [], ...body] = rows
  const half = Math.ceil(body.length / 2)
  const joined =
    body.length > 6 && header.length === 2
      ? [[...header, ...header], ...body.slice(0, half).map((row, index) => [...row, ...(body[half + index] ?? [])])]
      : rows
  const columns = Math.max(1, ...joined.map((row) => row.length))
  const shares = columns === 4 ? [0.12, 0.38, 0.12, 0.38] : Array.from({ length: columns }, () => 1 / columns)
  return tablePart(
    joined.map((row, index) => row.map((text) => ({ text, isHeader: index === 0 }))),
    shares,
    size,
  )
}
