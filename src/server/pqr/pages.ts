import type { PlacedLine } from '#server/documents/drawn-lines.ts'
import { CONTENT_WIDTH, PAGE } from '#server/documents/pdf.ts'
import { linesOf, type TextLine } from '#server/documents/text-lines.ts'

/** A block of a document as its paragraphs, in points. `staysWithNext`: a heading, and the line above what one person said. */
export type Setting = {
  tag: 'H2' | 'P'
  paragraphs: readonly string[]
  style: { size: number; bold?: boolean; color?: string }
  /** The height of a line, and the space above each paragraph. */
  lineHeight: number
  before: number
  staysWithNext: boolean
}

/** The lines of a paragraph that are on one page. */
export type Paragraph = { tag: 'H2' | 'P'; lines: PlacedLine[] }

type Line = {
  setting: Setting
  line: TextLine
  /** Of a line that begins a paragraph. */
  before: number
  isKept: boolean
}

/**
 * Divides blocks over pages: from `first` on the first one, to `bottom` on each. No text has a single line of its own at the end or at the
 * beginning of a page, nothing that introduces a text is apart from it, and the last page has more than one line.
 */
export function pagesOf(
  settings: readonly Setting[],
  { first, bottom }: { first: number; bottom: number },
): Paragraph[][] {
  const lines = settings.flatMap(brokenLines)
  const last = lines.at(-2)
  if (last !== undefined) last.isKept = true
  const pages: Paragraph[][] = [[]]
  let y = first
  for (const group of groupsOf(lines)) {
    const height = group.reduce((sum, { before, setting }) => sum + before + setting.lineHeight, 0)
    if (y + height > bottom && (pages.at(-1)?.length ?? 0) > 0) {
      pages.push([])
      y = PAGE.margin
    }
    const page = pages.at(-1) ?? []
    for (const { setting, line, before } of group) {
      y += before
      const placed: PlacedLine = { ...line, ...setting.style, x: PAGE.margin, y }
      const begun = page.at(-1)
      if (before > 0 || begun === undefined) page.push({ tag: setting.tag, lines: [placed] })
      else begun.lines.push(placed)
      y += setting.lineHeight
    }
  }
  return pages
}

/** The lines of a block, each with whether the next one stays on its page. */
function brokenLines(setting: Setting): Line[] {
  const { paragraphs, style, before, staysWithNext } = setting
  const lines = paragraphs.flatMap((paragraph) => {
    const broken = linesOf(paragraph, CONTENT_WIDTH, style)
    return broken.map((line, at) => ({
      setting,
      line,
      before: at === 0 ? before : 0,
      isKept: staysWithNext || (broken.length > 1 && (at === 0 || at === broken.length - 2)),
    }))
  })
  for (const one of staysWithNext ? [] : [lines[0], lines.at(-2)])
    if (one !== undefined && lines.length > 1) one.isKept = true
  return lines
}

/** The runs of lines that stay together. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = []
  let group: Line[] = []
  for (const line of lines) {
    group.push(line)
    if (line.isKept) continue
    groups.push(group)
    group = []
  }
  return group.length === 0 ? groups : [...groups, group]
}
