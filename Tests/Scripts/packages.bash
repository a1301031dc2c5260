# Functions for scripts that create packages as readers do. Source this file.

# Creates the folder of the package $2 beside a link to this package, whose folder is $1, and changes to it.
#
# If ABSTRACTHTTP_PACKAGES is a folder, the package is created there, and all of these packages share what they build.
# Otherwise, it is created in a temporary folder, and is built from nothing.
new_package() {
    local folder=${ABSTRACTHTTP_PACKAGES:-}
    if [[ -n $folder ]]; then
        export SWIFTPM_BUILD_DIR=$folder/build
    else
        folder=$(mktemp -d)
        # shellcheck disable=SC2064
        trap "rm -rf '$folder'" EXIT
    fi
    mkdir -p "$folder"
    # Without these files, SwiftPM plans the build anew, instead of building the last package.
    rm -rf "${folder:?}/$2" "$folder"/build/*.yaml
    ln -sfn "$1" "$folder/AbstractHTTP"
    mkdir -p "$folder/$2"
    cd "$folder/$2"
}

# Runs a command, and fails if it prints a warning. With an option of the compiler, this package would be compiled anew.
without_warnings() {
    "$@" 2>&1 | tee commands-output || return 1
    if grep 'warning:' commands-output; then return 1; fi
}
