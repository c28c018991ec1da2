import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const inflateAsync = promisify(inflate)

/** What a reader can run or open by itself. A script always has '/JavaScript'; shorter names are in compressed images by chance. */
const ACTIVE_NAMES =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoTo[RE]|Rendition|Movie|Sound)(?![A-Za-z0-9])/
const OBJECT_STREAM = /\/ObjStm/g
/** The most that the compressed objects of a file may take together: a larger one was made to fill the memory. */
const INFLATED_MAX_BYTES = 32 * 1024 * 1024
/** What a stream counts at least, so that very many small ones reach the limit too. */
const INFLATED_MIN_BYTES = 4_096
/** How far before and after the name of an object stream its dictionary may go: those of real files have some hundred characters. */
const DICTIONARY_BYTES = 2_048
/** The largest real file that was found has some hundred. */
const OBJECT_STREAMS_MAX = 5_000

/** `active`: it can run a script, open another program or carry another file, or it is not known that it cannot. */
export type PdfContent = 'passive' | 'active' | 'encrypted'

/**
 * Looks at the names of all objects of a PDF, also of those in compressed object streams. Each part of the file is read a limited number
 * of times, whatever it contains. Called in a thread (pdf-worker.ts).
 */
export async function readPdfContent(bytes: Buffer): Promise<PdfContent> {
  const text = bytes.toString('latin1')
  const names = plainNames(text)
  if (/\/Encrypt(?![A-Za-z0-9])/.test(names)) return 'encrypted'
  return ACTIVE_NAMES.test(names) || (await hasActiveStream(bytes, text, names)) ? 'active' : 'passive'
}

/** '/J#61vaScript' is '/JavaScript' for a reader. */
const plainNames = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const positionsOf = (text: string, pattern: RegExp): number[] => [...text.matchAll(pattern)].map(({ index }) => index)

/** Whether an object stream has an active name, or cannot be read: then it is not known to be passive. */
async function hasActiveStream(bytes: Buffer, text: string, names: string): Promise<boolean> {
  const found = positionsOf(text, OBJECT_STREAM)
  // A program never writes this name with escapes: who does hides it.
  if (found.length > OBJECT_STREAMS_MAX || positionsOf(names, OBJECT_STREAM).length !== found.length) return true
  const ends = positionsOf(text, /endstream/g)
  const read = new Set<number>()
  let left = INFLATED_MAX_BYTES
  for (const at of found) {
    const from = contentOf(text, at)
    if (from === null) return true
    if (read.has(from)) continue
    read.add(from)
    const end = firstFrom(ends, from)
    if (end === undefined) return true
    const content = await inflateAsync(bytes.subarray(from, end), { maxOutputLength: left }).catch(() => null)
    if (content === null || ACTIVE_NAMES.test(plainNames(content.toString('latin1')))) return true
    left -= Math.max(content.length, INFLATED_MIN_BYTES)
    if (left <= 0) return true
  }
  return false
}

/**
 * Where the content begins of the object stream whose dictionary has its name at `at`. Null when a reader may see another place: the
 * dictionary is longer than that of any program, has a text or a comment (which may hide the word that begins a stream), is not closed
 * before that word, or its content has a second form (a predictor).
 */
function contentOf(text: string, at: number): number | null {
  const start = text.lastIndexOf('obj', at)
  const word = /stream(?:\r\n|\n|\r)/.exec(text.slice(at, at + DICTIONARY_BYTES))
  if (word === null || start < at - DICTIONARY_BYTES) return null
  const dictionary = text.slice(start, at + word.index)
  const isClosed = positionsOf(dictionary, /<</g).length === positionsOf(dictionary, />>/g).length
  const isPlain = !/[(%]|\/(?:DecodeParms|DP)(?![A-Za-z0-9])/.test(dictionary)
  return isPlain && isClosed && /^obj\s*<<[^]*>>\s*$/.test(dictionary) ? at + word.index + word[0].length : null
}

/** The first of some ascending positions that is not before another; undefined without one. */
function firstFrom(positions: readonly number[], from: number): number | undefined {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((positions[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return positions[low]
}
