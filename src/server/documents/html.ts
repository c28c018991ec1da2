const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML, between tags and inside a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/** A name that ends with a full stop, 'Andina Fibra S.A.S.', also ends its sentence. */
export const withoutDoubleStops = (text: string): string => text.replaceAll(/(?<!\.)\.\.(?!\.)/g, '.')
