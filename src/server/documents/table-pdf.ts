import type { Day } from '#domain/core/days.ts'
import { drawFooter, drawLetterhead, drawRule, FOOTER_TOP, type Letterhead } from './letterhead.ts'
import type { Logo } from './logo.ts'
import { type Cell, CONTENT_WIDTH, MUTED_COLOR, makePdf, PAGE, type Sheet } from './pdf.ts'

/** A column of a table. `weight`: its part of the width, of the sum of all of them. */
export type TableColumn = { label: string; align: 'left' | 'right'; weight: number }

/** A table with its letterhead. `facts`: the lines below its title; `figures`: a line each; `rows`: a text for each column; `wideSize`: the points of its text when it has many columns, 5 without it. */
export type TablePdf = {
  title: string
  facts: readonly string[]
  figures: readonly string[]
  note: string | null
  columns: readonly TableColumn[]
  rows: readonly (readonly string[])[]
  wideSize?: number
}

const ROW_HEIGHT = 16
/** Up to this many columns the text has its normal size. */
const WIDE_COLUMNS = 9
const NUMBER_TOP = FOOTER_TOP - 12

/** A table as a PDF on the letterhead of the company, with its heading and the number of the page on each page. */
export function tablePdf(issuer: Letterhead, logo: Logo | null, table: TablePdf, today: Day): Promise<Buffer> {
  const about = { title: table.title, author: issuer.name, createdAt: new Date(`${today}T17:00:00Z`) }
  return makePdf(about, (sheet) => {
    let y = drawLetterhead(sheet, issuer, logo, table.title, table.facts)
    for (const figure of table.figures) y = sheet.text('P', figure, y + 2, { size: 10 })
    if (table.note !== null) y = sheet.text('P', table.note, y + 4, { size: 8, color: MUTED_COLOR })
    drawRows(sheet, issuer, table, y + 12)
  })
}

function drawRows(sheet: Sheet, issuer: Letterhead, table: TablePdf, first: number): void {
  const headers = table.columns.map(({ label }) => label)
  const pages = pagesOf(table.rows, first)
  for (const [at, rows] of pages.entries()) {
    if (at > 0) sheet.newPage()
    const y = at === 0 ? first : PAGE.margin
    const header = rowAt(table, headers, y, true)
    drawRule(sheet, y + 2 * ROW_HEIGHT - 3)
    const lines = rows.map((line, index) => rowAt(table, line, y + (index + 2) * ROW_HEIGHT + 2, false))
    sheet.table([header, ...lines])
    const place = [table.title, ...table.facts.slice(0, 1), `Página ${at + 1} de ${pages.length}`]
    sheet.text('P', place.join(' · '), NUMBER_TOP, { size: 7, color: MUTED_COLOR, align: 'right', height: 10 })
    drawFooter(sheet, issuer)
  }
}

/** The rows of each page. `first`: where the table begins on the first one; there is always one page. */
function pagesOf<Row>(rows: readonly Row[], first: number): Row[][] {
  const roomFrom = (y: number): number => Math.max(1, Math.floor((FOOTER_TOP - y) / ROW_HEIGHT) - 3)
  const [begin, later] = [roomFrom(first), roomFrom(PAGE.margin)]
  const pages = [rows.slice(0, begin)]
  for (let at = begin; at < rows.length; at += later) pages.push(rows.slice(at, at + later))
  return pages
}

function rowAt({ columns, wideSize = 5 }: TablePdf, texts: readonly string[], y: number, isHeader: boolean): Cell[] {
  const all = columns.reduce((sum, { weight }) => sum + weight, 0)
  const size = columns.length > WIDE_COLUMNS ? wideSize : 8
  let x: number = PAGE.margin
  return columns.map(({ align, weight }, at) => {
    const width = (CONTENT_WIDTH * weight) / all
    const left = x
    x += width
    return {
      isHeader,
      content: texts[at] ?? '',
      y,
      style: {
        size,
        x: left,
        width: width - 4,
        height: isHeader ? 2 * size + 6 : size + 4,
        align,
        ...(isHeader ? { color: MUTED_COLOR, bold: true } : {}),
      },
    }
  })
}
