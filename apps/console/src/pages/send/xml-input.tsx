import { type ChangeEvent, type DragEvent, useState } from 'react';
import { bytes } from '../../ui/format.ts';

/** Peppol's largest. */
const LARGEST = 40 * 1_048_576;
/** What the text field shows; a larger file is held and not shown. */
const SHOWN = 500_000;

/** The document: dropped, chosen, pasted or typed. */
export function XmlInput({ value, onChange }: { value: string; onChange: (xml: string) => void }) {
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    setProblem(
      file.size > LARGEST ? `${file.name} has ${bytes(file.size)}; at most 40 MiB can be sent.` : undefined,
    );
    if (file.size <= LARGEST) onChange(await file.text());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void take(target.files?.[0]);
    target.value = '';
  };
  const isLarge = value.length > SHOWN;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field and the button in it do the same by keyboard
    <div
      className={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="sec">
        <h2>
          <label htmlFor="xml">Document</label>
        </h2>
        <span className="end">
          {value !== '' && <span>{bytes(new Blob([value]).size)}</span>}
          {value !== '' && (
            <button type="button" className="link" onClick={() => onChange('')}>
              Clear
            </button>
          )}
          <label className="link file">
            Choose a file
            <input type="file" accept=".xml,application/xml,text/xml" className="sr" onChange={choose} />
          </label>
        </span>
      </div>
      <textarea
        id="xml"
        className="field xml-in"
        spellCheck={false}
        placeholder="Paste the XML here, or drop the file"
        readOnly={isLarge}
        value={isLarge ? `${value.slice(0, SHOWN)}\n…` : value}
        onChange={({ target }) => onChange(target.value)}
      />
      {isLarge && <p className="hint">Only the beginning is shown; the whole document is sent.</p>}
      {problem && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
