import { useId, type CSSProperties } from 'react';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** How a value is said and written, e.g. as money. */
  format: (value: number) => string;
}

/**
 * A native range: light, and every phone knows how to move it. Ends are labelled; the value stands elsewhere, large. Where
 * there is one value alone, there is nothing to slide.
 */
export function Slider({ label, min, max, step, value, onChange, format }: SliderProps) {
  const id = useId();
  if (max <= min) return null;
  const filled = ((value - min) / (max - min)) * 100;
  return (
    <div>
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <input
        id={id}
        type="range"
        className={styles.range}
        style={{ '--filled': `${filled}%` } as CSSProperties}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <div className={styles.ends} aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  );
}
