import type { Brand } from '#domain/core/brand.ts'
import { drawFooter, FOOTER_TOP, type Letterhead } from '#server/documents/letterhead.ts'
import { CONTENT_WIDTH, HAIRLINE, MUTED_COLOR, PAGE, type Sheet, TEXT_COLOR } from '#server/documents/pdf.ts'

/** The sections of a report, one below the other, on as many pages as they need. */
export type ReportSheet = {
  /** A header in the company's colour, which stays with at least `height` points of its content. */
  section(title: string, height?: number): void
  /** Labelled values in columns; a value of null is a dash. */
  cells(cells: readonly (readonly [label: string, value: string | null])[], columns?: number): void
  /** All the options of a choice, with the chosen one marked. */
  choice(options: Readonly<Record<string, string>>, chosen: string): void
  /** A paragraph; null is a dash. */
  note(text: string | null, style?: { size?: number; color?: string }): void
  /** A table with a header row. */
  table(rows: readonly (readonly string[])[]): void
  /** Pictures beside each other, each with a caption. A missing file is an empty frame. */
  pictures(pictures: readonly Picture[], height: number): void
}

/** A picture: JPEG or PNG bytes, the text for those who cannot see it, and the lines below it. */
type Picture = { bytes: Buffer | null; alt: string; caption: readonly string[] }

const BAR = 15
const GAP = 6

/**
 * A sheet that continues on a new page when a part does not fit. `top`: the end of the letterhead. `name`: the document, at the head of
 * each page after the first, with its number.
 */
export function reportSheet(
  sheet: Sheet,
  { issuer, brand, top, name }: { issuer: Letterhead; brand: Brand; top: number; name: string },
): ReportSheet {
  let pages = 1
  const at: Cursor = {
    sheet,
    brand,
    y: top,
    need(height) {
      if (at.y + height <= FOOTER_TOP - GAP) return
      drawFooter(sheet, issuer)
      sheet.newPage()
      pages += 1
      const head = { size: 7.5, color: MUTED_COLOR, height: 10 }
      at.y = sheet.text('P', `${name} · Página ${pages}`, PAGE.margin, head) + GAP
    },
  }
  return {
    section: (title, height = 26) => drawSection(at, title, height),
    cells: (cells, columns = 4) => drawCells(at, cells, columns),
    choice: (options, chosen) => drawChoice(at, options, chosen),
    note: (text, style = {}) => drawNote(at, text ?? '—', style),
    table: (rows) => drawTable(at, rows),
    pictures: (pictures, height) => drawPictures(at, pictures, height),
  }
}

/** The place of the next part. `need` begins a new page unless so many points are left. */
type Cursor = { readonly sheet: Sheet; readonly brand: Brand; y: number; need(height: number): void }

function columnsOf(count: number): { width: number; x: (index: number) => number } {
  const width = (CONTENT_WIDTH - GAP * (count - 1)) / count
  return { width, x: (index) => PAGE.margin + index * (width + GAP) }
}

function drawSection(at: Cursor, title: string, height: number): void {
  const { sheet, brand } = at
  at.need(BAR + GAP + height)
  sheet.decoration((doc) => {
    doc.rect(PAGE.margin, at.y, CONTENT_WIDTH, BAR).fill(brand.solid)
  })
  sheet.text('H2', title, at.y + 3.5, { x: PAGE.margin + 6, size: 8.5, bold: true, color: brand.ink })
  at.y += BAR + 4
}

function drawCells(at: Cursor, cells: Parameters<ReportSheet['cells']>[0], columns: number): void {
  const { sheet } = at
  const { width, x } = columnsOf(columns)
  const tallest = (texts: readonly string[], size: number): number =>
    Math.max(...texts.map((text) => sheet.heightOf(text, { width, size })))
  for (let first = 0; first < cells.length; first += columns) {
    const row = cells.slice(first, first + columns).map(([label, value]) => ({ label, value: value ?? '—' }))
    const labelHeight = tallest(
      row.map(({ label }) => label),
      6.5,
    )
    const height =
      labelHeight +
      5 +
      tallest(
        row.map(({ value }) => value),
        8.5,
      )
    at.need(height)
    row.forEach(({ label, value }, index) => {
      const place = { x: x(index), width }
      sheet.text('P', label, at.y, { ...place, size: 6.5, color: MUTED_COLOR })
      sheet.text('P', value, at.y + labelHeight + 1, { ...place, size: 8.5 })
    })
    at.y += height
  }
  at.y += 2
}

function drawChoice(at: Cursor, options: Readonly<Record<string, string>>, chosen: string): void {
  const { sheet, brand } = at
  const entries = Object.entries(options)
  const { width, x } = columnsOf(entries.length)
  at.need(16)
  entries.forEach(([key, label], index) => {
    const isChosen = key === chosen
    sheet.figure(isChosen ? 'Elegido' : 'Sin elegir', (doc) => {
      doc
        .circle(x(index) + 4, at.y + 5, 3.4)
        .lineWidth(0.8)
        .strokeColor(TEXT_COLOR)
        .stroke()
      if (isChosen) doc.circle(x(index) + 4, at.y + 5, 1.9).fill(brand.text)
    })
    sheet.text('P', label, at.y, { x: x(index) + 12, width: width - 12, size: 8.5, bold: isChosen })
  })
  at.y += 17
}

function drawNote(
  at: Cursor,
  text: string,
  { size = 8.5, color = TEXT_COLOR }: { size?: number; color?: string },
): void {
  at.need(Math.min(at.sheet.heightOf(text, { size }), FOOTER_TOP - PAGE.margin - 2 * GAP))
  at.y = at.sheet.text('P', text, at.y, { size, color, height: FOOTER_TOP - GAP - at.y }) + 5
}

const ROW = 13

function drawTable(at: Cursor, rows: readonly (readonly string[])[]): void {
  const { width, x } = columnsOf(rows[0]?.length ?? 1)
  at.need(rows.length * ROW + GAP)
  at.sheet.table(
    rows.map((row, line) =>
      row.map((content, index) => ({
        isHeader: line === 0 || index === 0,
        content,
        y: at.y + line * ROW,
        style: { x: x(index), width, size: 8.5, bold: line === 0, height: 12 },
      })),
    ),
  )
  at.y += rows.length * ROW + 3
}

const LINE = 11

function drawPictures(at: Cursor, pictures: readonly Picture[], height: number): void {
  const { sheet } = at
  const { width, x } = columnsOf(Math.max(2, pictures.length))
  const whole = height + Math.max(0, ...pictures.map(({ caption }) => caption.length * LINE)) + GAP
  at.need(whole)
  pictures.forEach(({ bytes, alt, caption }, index) => {
    sheet.decoration((doc) => {
      doc.rect(x(index), at.y, width, height).lineWidth(0.7).strokeColor(HAIRLINE).stroke()
    })
    if (bytes !== null)
      sheet.figure(alt, (doc) => {
        const fit: [number, number] = [width - 6, height - 6]
        doc.image(bytes, x(index) + 3, at.y + 3, { fit, align: 'center', valign: 'center' })
      })
    caption.forEach((line, number) => {
      const style = { x: x(index), width, size: 8, height: LINE, bold: number === 0 }
      sheet.text('P', line, at.y + height + 3 + number * LINE, {
        ...style,
        color: number === 0 ? TEXT_COLOR : MUTED_COLOR,
      })
    })
  })
  at.y += whole + 2
}
