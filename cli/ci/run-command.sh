#!/usr/bin/env bash
# Runs the command of action.yml. Its output goes to the log, to the summary of the job and, if asked, to a comment on the pull request.
set -euo pipefail

# xargs splits words and reads quotes like a shell, but expands nothing.
mapfile -d '' -t words < <(xargs printf '%s\0' <<<"$COMMAND")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
output=$folder/output
errors=$folder/errors
report=$folder/report

# Progress and errors are shown at once.
status=0
{ latchkey "${words[@]}" <<<"$PASSWORD" 2>&1 >&3 | tee "$errors" >&2; } 3>"$output" || status=$?
cat "$output"
if [ "$status" -ne 0 ]; then cat "$errors" >>"$output"; fi

# Identifies the comment of this command. Indented lines are code for GitHub, whatever they contain; a comment has at most 65,536 characters.
marker="<!-- latchkey $(sha256sum <<<"$COMMAND" | cut -c 1-16) -->"
{
  printf '%s\nExit code %s of this command:\n\n' "$marker" "$status"
  { printf 'latchkey %s\n\n' "$COMMAND"; head -c 60000 "$output"; } | sed 's/^/    /'
} >"$report"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$report" >>"$GITHUB_STEP_SUMMARY"; fi

if [ "$COMMENT" = true ] && [ -n "$PULL_REQUEST" ]; then
  comments="repos/$GITHUB_REPOSITORY/issues"
  found=$(gh api --paginate "$comments/$PULL_REQUEST/comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id")
  if [ -n "$found" ]; then gh api --silent --method PATCH "$comments/comments/${found%%$'\n'*}" -F body=@"$report"
  else gh api --silent --method POST "$comments/$PULL_REQUEST/comments" -F body=@"$report"; fi
fi
exit "$status"
