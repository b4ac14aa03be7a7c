import { z } from "zod";
import type { FieldPath } from "./yaml-text.ts";

/** The keys a schema knows at a place of the data it reads; empty where any key is allowed. */
export function knownKeys(schema: z.core.$ZodType, path: FieldPath): readonly string[] {
  const [part, ...rest] = path;
  const bare = unwrapped(schema);
  if (bare instanceof z.ZodUnion) return [...new Set(bare.options.flatMap((option) => knownKeys(option, path)))];
  if (part === undefined) return bare instanceof z.ZodObject ? Object.keys(bare.shape) : [];
  const next = inside(bare, part);
  return next === null ? [] : knownKeys(next, rest);
}

function inside(schema: z.core.$ZodType, part: string | number): z.core.$ZodType | null {
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  if (!(schema instanceof z.ZodObject)) return null;
  const found: unknown = Object.getOwnPropertyDescriptor(schema.shape, part)?.value;
  return found instanceof z.ZodType ? found : null;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return unwrapped(schema.unwrap());
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema;
}
