/** Shells with completion. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** Shell code, in which `@{` stands for a dollar sign and a brace. */
const code = (strings: TemplateStringsArray): string => String.raw(strings).replaceAll('@{', '${').trimStart();

const bash = code`
# bash completion for req. In ~/.bashrc: eval "$(req completion bash)"
_req() {
  local -a words=()
  local i word value line isJoined=0
  # Bash splits words at = and :, which are part of them here.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=@{COMP_WORDS[i]}
    if ((@{#words[@]} > 0)) && [[ $isJoined == 1 || $word == [=:]* ]]; then
      words[@{#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    isJoined=0
    [[ $word == *[=:] ]] && isJoined=1
  done
  # Words are passed without the quotes that the user typed.
  for ((i = 0; i < @{#words[@]}; i++)); do
    word=@{words[i]//\\/}
    word=@{word//\"/}
    words[i]=@{word//\'/}
  done
  local current=@{words[@{#words[@]} - 1]}
  # Bash replaces only what follows the last = or :.
  local before=
  [[ $current == *[=:]* ]] && before=@{current%"@{current##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r line; do
    value=@{line%%$'\t'*}
    case $value in
      :files | :folders)
        compopt -o filenames
        [[ $value == :files ]] && i=-f || i=-d
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen $i -- "@{current##*=}")
        return
        ;;
    esac
    [[ $value == */ || $value == *= ]] && compopt -o nospace
    printf -v value %q "@{value#"$before"}"
    COMPREPLY+=("$value")
  done < <(req completion words -- "@{words[@]}" 2>/dev/null)
}
complete -F _req req
`;

const zsh = code`
#compdef req
# zsh completion for req. In ~/.zshrc, after compinit: eval "$(req completion zsh)"
_req() {
  local -a lines closed closedText open openText
  local line value text
  # The last word up to the cursor, without its opening quote.
  lines=("@{(@f)$(req completion words -- "@{(@Q)words[2,CURRENT-1]}" "@{(Q)PREFIX}" 2>/dev/null)}")
  case $lines[1] in
    :files) compset -P '*='; _files; return ;;
    :folders) compset -P '*='; _files -/; return ;;
    '') return 1 ;;
  esac
  for line in $lines; do
    value=@{line%%$'\t'*}
    text=$value
    [[ $line == *$'\t'* ]] && text="$value  -- @{line#*$'\t'}"
    if [[ $value == */ || $value == *= ]]; then
      open+=("$value")
      openText+=("$text")
    else
      closed+=("$value")
      closedText+=("$text")
    fi
  done
  local found=1
  (( $#closed )) && compadd -l -d closedText -a closed && found=0
  (( $#open )) && compadd -l -S '' -d openText -a open && found=0
  return found
}
if [[ $funcstack[1] == _req ]]; then _req "$@"; else compdef _req req; fi
`;

const fish = code`
# fish completion for req. In ~/.config/fish/config.fish: req completion fish | source
function __req_complete
    set -l words (commandline -opc)
    # The last word up to the cursor without its quotes, of which the closing one may be missing.
    set -l typed (commandline -ct)
    set -l current (string unescape -- $typed)
    or set current (string replace -r '^["\']' '' -- $typed)
    test (count $current) -gt 0; or set current ''
    set -l lines (req completion words -- $words[2..-1] $current 2>/dev/null)
    # Fish completes whole words, so paths get what is before them, such as --data=
    set -l before (string match -r '^[^=]*=' -- $current)
    set -l file (string replace -r '^[^=]*=' '' -- $current)
    switch "$lines[1]"
        case :files
            for path in (__fish_complete_path $file)
                printf '%s\n' "$before$path"
            end
        case :folders
            for path in (__fish_complete_directories $file)
                printf '%s\n' "$before$path"
            end
        case '*'
            test (count $lines) -gt 0; and printf '%s\n' $lines
    end
end
complete -c req -f -a '(__req_complete)'
`;

/**
 * The completion script of each shell. It passes the words up to the cursor to `req completion words`, which prints one candidate a line,
 * with a description after a tab. The single lines `:files` and `:folders` ask for the shell's own completion of paths.
 */
export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };
