import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { refuseField } from '#domain/core/refusal.ts'

const inflateAsync = promisify(inflate)

/** What a reader can run or open by itself. A script always has '/JavaScript'; shorter names are in compressed images by chance. */
const ACTIVE_NAMES = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)(?![A-Za-z0-9])/
/** The most that the compressed objects of a file may take together: a larger one was made to fill the memory. */
const INFLATED_MAX_BYTES = 32 * 1024 * 1024
/** How far before the word 'stream' its dictionary may begin. */
const DICTIONARY_BYTES = 2_048

/**
 * Throws a refusal on `field` for a PDF that can run a script, open another program or carry another file, and for one whose content
 * cannot be read because it is encrypted. Looks at the names of all objects, also of those in compressed object streams.
 */
export async function assertPassivePdf(bytes: Buffer, field: string): Promise<void> {
  const text = bytes.toString('latin1')
  const names = plainNames(text)
  if (/\/Encrypt(?![A-Za-z0-9])/.test(names)) {
    throw refuseField(
      'invalid',
      field,
      'El PDF está protegido y no podemos revisarlo: ábrelo, imprímelo como PDF y sube esa copia',
    )
  }
  if (ACTIVE_NAMES.test(names) || (await someObjectStream(bytes, text, (content) => ACTIVE_NAMES.test(content)))) {
    throw refuseField(
      'invalid',
      field,
      'El PDF lleva programas u otros archivos dentro: imprímelo como PDF y sube esa copia',
    )
  }
}

/** '/J#61vaScript' is '/JavaScript' for a reader. */
const plainNames = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Whether the content of an object stream fulfils a condition. One that cannot be read does: it is not known to be passive. */
async function someObjectStream(bytes: Buffer, text: string, isActive: (content: string) => boolean): Promise<boolean> {
  let left = INFLATED_MAX_BYTES
  for (const { index, 0: word } of text.matchAll(/stream\r?\n/g)) {
    const before = plainNames(text.slice(Math.max(0, index - DICTIONARY_BYTES), index))
    // The dictionary of this stream, not of the object before it.
    if (before.endsWith('end') || !before.slice(before.lastIndexOf(' obj')).includes('/ObjStm')) continue
    const from = index + word.length
    const end = text.indexOf('endstream', from)
    const content = await inflateAsync(bytes.subarray(from, end === -1 ? undefined : end), {
      maxOutputLength: left,
    }).catch(() => null)
    if (content === null || isActive(plainNames(content.toString('latin1')))) return true
    left -= content.length
    if (left <= 0) return true
  }
  return false
}
