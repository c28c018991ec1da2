import { type Day, dayLabel, startOfDay } from '#domain/core/days.ts'
import { drawFooter, drawLetterhead, type Letterhead } from '#server/documents/letterhead.ts'
import type { Logo } from '#server/documents/logo.ts'
import { makePdf } from '#server/documents/pdf.ts'

/** What a notice has on its page beside the letterhead. */
type Paper = { to: string; address: string; subject: string; paragraphs: readonly string[] }

/** The notice before a report, on one page. */
export const paperPdf = (company: Letterhead, logo: Logo | null, paper: Paper, on: Day): Promise<Buffer> =>
  makePdf({ title: paper.subject, author: company.name, createdAt: startOfDay(on) }, (sheet) => {
    let y = drawLetterhead(sheet, company, logo, 'Carta', [dayLabel(on)]) + 10
    for (const line of [paper.to, paper.address]) y = sheet.text('P', line, y, { size: 11 }) + 3
    y = sheet.text('H2', paper.subject, y + 18, { size: 12, bold: true }) + 12
    for (const paragraph of paper.paragraphs) y = sheet.text('P', paragraph, y, { size: 11 }) + 10
    drawFooter(sheet, company)
  })
