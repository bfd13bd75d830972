/**
 * Canonical JSON: one byte form for every JSON value, strict reading, and the digests that identity and fingerprints are made of.
 *
 * <p>{@link dev.toolcheckpoint.json.StrictJson} reads text into a tree, {@link dev.toolcheckpoint.json.CanonicalJson} writes a tree
 * in canonical form, {@link dev.toolcheckpoint.json.Digests} hashes that form. All three are independent of the host application's
 * Jackson settings, keep to {@link dev.toolcheckpoint.json.JsonLimits} while they work, and report failure as
 * {@link dev.toolcheckpoint.json.JsonException}, whose message never repeats what was in the document.
 */
@NullMarked
package dev.toolcheckpoint.json;

import org.jspecify.annotations.NullMarked;
