interface Page {
  nextCursor?: string;
}

/** No list of people or keys that a page shows whole is longer. */
const MOST = 20;

/** Every page of a list that is shown whole, one after another; a list that has more is cut there. */
export async function allPages<One extends Page>(
  read: (cursor: string | undefined) => Promise<One>,
): Promise<One[]> {
  const pages: One[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined && pages.length < MOST);
  return pages;
}
