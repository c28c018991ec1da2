import XMLBuilder from 'fast-xml-builder'
import type { XmlPart } from '#domain/einvoices/ubl-parties.ts'

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#', format: true })

/** An XML document as UTF-8. Characters that XML 1.0 does not allow are left out. */
export const xmlOf = (root: XmlPart): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n${allowed(builder.build(root))}`)

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is left out
const REFUSED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const allowed = (text: string): string => text.toWellFormed().replaceAll(REFUSED, '')
