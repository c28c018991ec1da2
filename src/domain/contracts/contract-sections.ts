/** A part of a section of a contract. The first row of a table is its header. */
export type ContractBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'boxes'; boxes: readonly { label: string; isChecked: boolean }[] }
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }
  | { kind: 'steps'; steps: readonly string[] }
  | { kind: 'table'; rows: readonly (readonly string[])[] }

/** `heading`: null for what is before the first heading of a text. */
export type ContractSection = { heading: string | null; blocks: readonly ContractBlock[] }

/** A contract as it is shown. `title`: null in the signed texts of before this format, which are paragraphs. */
export type ContractSheet = { title: string | null; sections: readonly ContractSection[] }

/**
 * A contract as plain text: the text that is signed, and whose hash is kept. It is the only stored form, and `sectionsOf` reads the
 * sections from it, so that nothing is shown that is not in the signed text. Equal sections make equal texts.
 */
export function textOf({ title, sections }: ContractSheet): string {
  const parts = sections.flatMap(({ heading, blocks }) => [
    ...(heading === null ? [] : [`## ${oneLine(heading)}`]),
    ...blocks.map(blockText),
  ])
  return [...(title === null ? [] : [`# ${oneLine(title)}`]), ...parts].join('\n\n')
}

/** The sections of a contract's text. A part in no known form is a paragraph, so that every text can be read. */
export function sectionsOf(text: string): ContractSheet {
  let title: string | null = null
  const sections: { heading: string | null; blocks: ContractBlock[] }[] = []
  for (const part of text.split('\n\n')) {
    if (part.startsWith('# ')) title = part.slice(2)
    else if (part.startsWith('## ')) sections.push({ heading: part.slice(3), blocks: [] })
    else {
      if (sections.length === 0) sections.push({ heading: null, blocks: [] })
      sections.at(-1)?.blocks.push(blockOf(part))
    }
  }
  return { title, sections }
}

const oneLine = (value: string): string => value.replaceAll(/\s+/g, ' ').trim()

function blockText(block: ContractBlock): string {
  switch (block.kind) {
    case 'boxes':
      return block.boxes.map(({ label, isChecked }) => `[${isChecked ? 'x' : ' '}] ${oneLine(label)}`).join('\n')
    case 'facts':
      return block.facts.map(({ label, value }) => `- ${oneLine(label)}: ${oneLine(value)}`).join('\n')
    case 'steps':
      return block.steps.map((step, index) => `${index + 1}. ${oneLine(step)}`).join('\n')
    case 'table':
      return block.rows.map((cells) => `| ${cells.map(cellText).join(' | ')} |`).join('\n')
    default:
      return oneLine(block.text)
  }
}

/** A bar would be read as the end of the cell. */
const cellText = (cell: string): string => oneLine(cell).replaceAll('|', '/')

function blockOf(part: string): ContractBlock {
  const lines = part.split('\n')
  const boxes = lines.map((line) => /^\[(?<mark>[x ])\] (?<label>.*)$/.exec(line)?.groups)
  if (boxes.every(isPresent))
    return { kind: 'boxes', boxes: boxes.map(({ mark, label = '' }) => ({ label, isChecked: mark === 'x' })) }
  const facts = lines.map((line) => /^- (?<label>.+?): (?<value>.*)$/.exec(line)?.groups)
  if (facts.every(isPresent))
    return { kind: 'facts', facts: facts.map(({ label = '', value = '' }) => ({ label, value })) }
  const steps = lines.map((line) => /^\d+\. (?<step>.*)$/.exec(line)?.groups)
  if (steps.every(isPresent)) return { kind: 'steps', steps: steps.map(({ step = '' }) => step) }
  if (lines.every((line) => line.startsWith('| ') && line.endsWith(' |')))
    return { kind: 'table', rows: lines.map((line) => line.slice(2, -2).split(' | ')) }
  return { kind: 'paragraph', text: part }
}

const isPresent = <T>(value: T | undefined): value is T => value !== undefined
