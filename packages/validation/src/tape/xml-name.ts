const START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const PART = `[${START}][${START}.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040-]*`;

/** QName, with prefix and local part as groups [Namespaces in XML 1.0, 4]. */
export const QUALIFIED_NAME = new RegExp(`^(?:(${PART}):)?(${PART})$`, 'u');
/** NCName: a name without a colon [Namespaces in XML 1.0, 3]. */
export const SIMPLE_NAME = new RegExp(`^${PART}$`, 'u');
